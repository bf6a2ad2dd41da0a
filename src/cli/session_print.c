#include "base/arena.h"
#include "cli/ask.h"
#include "cli/session_view.h"

enum cli_exit session_print(const struct cli *cli, const char *result)
{
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct session_record session;
    enum cli_exit exit = ask_read(cli, &arena, &session_record_shape, result, &session);
    if (exit == CLI_OK)
        session_card(cli, &session);
    arena_clear(&arena);
    return exit;
}
