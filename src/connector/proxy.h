/* `weir-mcp --proxy SERVER DIRECTORY`: an MCP server on standard input and output, inside of an agent's sandbox. It
 * only copies bytes to and from weir-executor, which speaks MCP (src/executor/relay.h), over two FIFOs that it creates
 * in DIRECTORY. It has no secret and decides nothing. */
#pragma once

/* Returns the exit status. */
int proxy_run(const char *server, const char *directory);
