"""The channels apps:* of desktop shells."""

import pytest

from archives import archive, good
from desktop_channels import LONG, Unchanged, WRONG_TYPES, only, refuses


@pytest.mark.parametrize("text", ["", ',"params":null', ',"params":{}', ',"params":[]'])
def test_no_params_in_any_form(client, text):
    client.send(b'{"jsonrpc":"2.0","id":1,"method":"apps:list"%s}\n' % text.encode())
    assert client.read()["result"] == {"apps": []}


def test_list(client):
    result = client.call("apps:list")
    only(result, ["apps"])
    assert result["apps"] == []
    refuses(client, "apps:list", {"limit": 1})


@pytest.fixture
def archive_path(tmp_path):
    path = tmp_path / "notes.zip"
    path.write_bytes(archive(good(permissions={"tools": ["mcp__github__*"], "captureRead": True})))
    return str(path)


def test_install(client, archive_path):
    result = client.call("apps:install", {"zipPath": archive_path})
    only(result, ["appId", "name", "version", "permissions"], ["requested"])
    assert result["appId"] == "notes" and result["name"] == "Notes" and result["version"] == "1.0.0"
    assert result["permissions"] == {"tools": [], "captureRead": False}
    (app,) = client.call("apps:list")["apps"]
    only(app, ["appId", "name", "version", "permissions", "status", "installedAt"], ["updatedAt", "requested", "entry", "files", "bytes"])
    assert app["status"] == "installed" and app["permissions"] == result["permissions"]


def test_remove(client, archive_path):
    client.call("apps:install", {"zipPath": archive_path, "grant": True})
    result = client.call("apps:remove", {"appId": "notes"})
    only(result, ["success"])
    assert result["success"] is True and client.call("apps:list") == {"apps": []}
    assert client.error("apps:remove", {"appId": "notes"}).word == "app_not_found"


@pytest.mark.parametrize("method, field", [("apps:install", "zipPath"), ("apps:remove", "appId")])
def test_bad_params(client, method, field):
    with Unchanged(client):
        for wrong in WRONG_TYPES:
            refuses(client, method, {field: wrong}, field)
        for wrong in (None, {}, []):
            refuses(client, method, wrong)
        refuses(client, method, {field: ""}, field)
        refuses(client, method, {field: LONG[:5000]}, field)
    refuses(client, "apps:install", {"zipPath": "/x.zip", "grant": "yes"}, "grant")
