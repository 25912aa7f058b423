# docker build -t ambulo .
# docker run --rm --user "$(id -u):$(id -g)" -v "$PWD":/data ambulo analyse walk.c3d --static static.c3d
FROM python:3.13-slim
COPY . /src
RUN pip install --no-cache-dir '/src[bone,identify,xlsx]' && rm -r /src
# compiled once, in the image: every container begins at full speed, under whichever account
ENV NUMBA_CPU_NAME=generic NUMBA_CACHE_DIR=/var/cache/ambulo
RUN ambulo demo --out /tmp/demo --quiet && rm -r /tmp/demo && chmod -R a+rwX "$NUMBA_CACHE_DIR"
# an account without a home keeps its settings where it may
ENV HOME=/tmp MPLBACKEND=agg MPLCONFIGDIR=/tmp/matplotlib
WORKDIR /data
ENTRYPOINT ["ambulo"]
CMD ["--help"]
