"""The command line: parse, one call, write."""

from ambulo.inputs.by_need import by_need

__all__ = ["main", "program"]
__getattr__ = by_need(__name__, {"main": "ambulo.cli.entry", "entry": "ambulo.cli.entry:"})


def program() -> None:
    """All that the process does. If it is told to end during imports, it ends like `main`."""
    import os
    import signal
    from contextlib import ExitStack

    def leave(*_: object) -> None:
        os.write(2, b"ambulo: interrupted\n")
        os._exit(130)

    with ExitStack() as stack:
        for name in (signal.SIGINT, signal.SIGTERM):
            # who runs in the background may have been told to ignore Ctrl-C
            if (before := signal.getsignal(name)) not in (signal.SIG_IGN, None):
                signal.signal(name, leave)
                stack.callback(signal.signal, name, before)
        from ambulo.cli.entry import program as whole
    whole()
