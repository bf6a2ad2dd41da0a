"""Commands, skills and /compact of the built-in agent: whatever front end sends "/name", the agent knows what it means."""

import pytest

from agents import Workshop
from kernels import needs_namespaces
from tasks import submit, wait


@pytest.fixture
def shop(house, model):
    return Workshop(house, model)


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def asked(request):
    """The text of the last message of the user."""
    content = request.body["messages"][-1]["content"]
    return content if isinstance(content, str) else "".join(block.get("text", "") for block in content)


def test_commands_stand_for_their_text(shop, model):
    write(shop.folder / ".claude/commands/review.md", "---\ndescription: Review\n---\nReview $1, then $ARGUMENTS. !`echo run`\n")
    write(shop.folder / ".weir/commands/git/commit.md", "Commit what was done.\n")
    write(shop.house.place.home / ".weir/commands/mine.md", "My own.")
    model.play(*[[{"text": "ok"}]] * 4)
    shop.open()
    session = shop.session()
    for prompt, meant in [
        ("/review 'a b.c' now", "Review a b.c, then 'a b.c' now. !`echo run`"),
        ("/git:commit with a title", "Commit what was done.\n\nARGUMENTS: with a title"),  # .weir is hidden from the sandbox
        ("/mine", "My own."),
        ("/nothing of that kind", "/nothing of that kind"),
    ]:
        task = shop.run(prompt, session)
        assert task["state"] == "completed" and task["prompt"] == prompt, task
        assert asked(model.requests[-1]) == meant


@needs_namespaces
def test_skills_are_told_and_used(shop, model):
    home = shop.house.place.home
    write(shop.folder / ".claude/skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Work with PDF files\n---\nUse the tool pdftotext.\n")
    write(home / ".claude/skills/tone/SKILL.md", "---\ndescription: Write kindly\n---\nBe kind.\n")
    write(shop.folder / ".weir/skills/hidden/SKILL.md", "---\ndescription: Cannot be read in a sandbox\n---\nDo it.\n")
    model.play([{"tool": "Read", "input": {"file_path": str(home / ".claude/skills/tone/SKILL.md")}}], [{"text": "done"}], [{"text": "ok"}])
    shop.open(view={})
    task = shop.run("write a letter")
    system = str(model.requests[0].body["system"])
    assert f"pdf ({shop.folder}/.claude/skills/pdf/SKILL.md): Work with PDF files" in system
    assert f"tone ({home}/.claude/skills/tone/SKILL.md): Write kindly" in system and "Cannot be read" not in system
    assert [("Be kind." in text, error) for _, text, error in shop.results(task)] == [(True, False)]
    assert shop.run("/hidden it")["state"] == "completed"
    assert asked(model.requests[-1]).endswith("It says:\n\nDo it.\n\nARGUMENTS: it")


def test_a_link_in_the_project_leads_nowhere(shop, model):
    write(shop.house.place.root / "secret.md", "the secret")
    (shop.folder / ".claude/commands").mkdir(parents=True)
    (shop.folder / ".claude/commands/leak.md").symlink_to(shop.house.place.root / "secret.md")
    model.play([{"text": "ok"}])
    shop.open()
    shop.run("/leak")
    assert asked(model.requests[0]) == "/leak"


def test_compact(shop, model):
    model.play([{"text": "Tulips are red."}], [{"text": "The user asked about tulips."}], [{"text": "Yes."}], [{"text": "Yes, too."}])
    shop.open()
    session = shop.session()
    shop.run("tell me of tulips", session)
    task = shop.run("/compact keep the colours", session)
    assert task["state"] == "completed" and task["result"]["text"].startswith("Summarized the conversation: about "), task
    summary = asked(model.requests[1])
    assert "USER: tell me of tulips" in summary and "instructions for the summary: keep the colours" in summary and "tools" not in model.requests[1].body
    (event,) = shop.of(task, "context_summarised")
    assert "The user asked about tulips." in event["summary"] and event["kept_messages"] == 0
    assert "".join(data["delta"]["text"] for data in shop.of(task, "content_block_delta")) == task["result"]["text"]
    shop.run("are they red?", session)
    said = str(model.requests[2].body["messages"])
    assert "The user asked about tulips." in said and "Tulips are red." not in said and "/compact" not in said
    # Another executor reads the log, and knows the same.
    fork = shop.client.call("session.fork", {"sessionId": session})["id"]
    assert wait(shop.client, submit(shop.client, "again?", sessionId=fork))["state"] == "completed"
    said = str(model.requests[3].body["messages"])
    assert "The user asked about tulips." in said and "Tulips are red." not in said and "/compact" not in said


def test_compact_without_anything_to_summarise_or_a_model_that_fails(shop, model):
    model.play([{"text": "One."}], [{"status": 400, "message": "not today"}])
    shop.open(provider={"retries": 0})
    session = shop.session()
    assert shop.run("/compact", session)["result"]["text"] == "There is nothing to summarize yet."
    shop.run("count", session)
    task = shop.run("/compact", session)
    assert task["state"] == "failed" and task["result"]["error"]["code"] == "compact_failed", task
    assert "not today" in task["result"]["error"]["message"]
