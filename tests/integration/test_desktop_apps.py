"""The channels apps:* of desktop shells."""

import pytest

from desktop_channels import only, refuses


@pytest.mark.parametrize("text", ["", ',"params":null', ',"params":{}', ',"params":[]'])
def test_no_params_in_any_form(client, text):
    client.send(b'{"jsonrpc":"2.0","id":1,"method":"apps:list"%s}\n' % text.encode())
    assert client.read()["result"] == {"apps": []}


def test_list(client):
    result = client.call("apps:list")
    only(result, ["apps"])
    assert result["apps"] == []
    refuses(client, "apps:list", {"limit": 1})
