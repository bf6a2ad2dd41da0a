"""Working directories whose files tasks change, and the snapshots that the daemon keeps of them."""

import os

from tasks import session_of, submit, wait


class Yard:
    """A working directory, a daemon, and tasks that the test plays itself."""

    def __init__(self, house):
        self.house = house
        self.cwd = house.place.root / "work"
        self.cwd.mkdir()
        self.session = None

    def start(self, environment=None, wrapper=(), **settings):
        self.house.configure(pool={"warm": 0, "idle": 0, "shutdownMs": 1000}, **settings)
        self.house.start(environment=environment, wrapper=wrapper)
        return self.follow()

    def follow(self):
        self.client = self.house.client()
        return self

    def put(self, path, content="", mode=None):
        path = self.cwd / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        if mode is not None:
            path.chmod(mode)
        return path

    def begin(self, **more):
        if not self.session:
            self.session = session_of(self.client, cwd=str(self.cwd), agent="fake")
        task = submit(self.client, "do it", sessionId=self.session, **more)
        return task, self.house.next().serve(resumes=False)

    def end(self, task, prompt):
        prompt.done()
        assert wait(self.client, task)["state"] == "completed"
        return task

    def task(self, change, *paths):
        """A task that keeps these paths, or all, and then calls `change`."""
        task, prompt = self.begin()
        self.keep(prompt, *paths)
        change()
        return self.end(task, prompt)

    def keep(self, prompt, *paths):
        more = {"paths": [str(path) for path in paths]} if paths else {}
        return prompt.ask("keep_files", task_id=prompt.task, **more)["result"]

    def diff(self, task, **more):
        return self.client.call("task.diff", {"taskId": task, **more})

    def files(self, task, **more):
        return {file["path"]: file for file in self.diff(task, **more)["files"]}

    def undo(self, task, **more):
        return self.client.call("task.undo", {"taskId": task, **more})

    def tree(self):
        """All that is there, as it is."""
        found = {}
        for path in sorted(self.cwd.rglob("*")):
            name, about = str(path.relative_to(self.cwd)), path.lstat()
            found[name] = (
                os.readlink(path) if path.is_symlink() else (about.st_mode & 0o7777, path.read_bytes()) if path.is_file() else "directory"
            )
        return found

    @property
    def store(self):
        return self.house.daemon.state / "kept"


def fails(yard, method, params, code):
    error = yard.client.error(method, params)
    assert error.data["code"] == code, error
    return error.message
