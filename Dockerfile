# docker build -t ambulo .
# docker run --rm -v "$PWD":/data ambulo analyse walk.c3d --static static.c3d
FROM python:3.13-slim
COPY . /src
RUN pip install --no-cache-dir '/src[bone,identify,xlsx]' && rm -r /src
# compiled once, in the image: every container begins at full speed
ENV NUMBA_CPU_NAME=generic
RUN ambulo demo --out /tmp/demo --quiet && rm -r /tmp/demo
ENV MPLBACKEND=agg
WORKDIR /data
ENTRYPOINT ["ambulo"]
CMD ["--help"]
