"""The queue of messages to one client."""

from __future__ import annotations

from qwirkle.web.outbox import MAX_QUEUED_MESSAGES, Outbox


async def test_a_batch_may_exceed_the_outbox_limit() -> None:
    """An outbox sends a batch larger than its limit in order instead of closing."""
    outbox = Outbox()
    sent: list[bytes] = []

    async def send(message: bytes) -> None:
        sent.append(message)

    messages = [str(number).encode() for number in range(2 * MAX_QUEUED_MESSAGES)]
    outbox.put_all(messages)
    outbox.put(b"later")
    assert not outbox.is_closed
    outbox.close()
    await outbox.run(send)
    assert sent == [*messages, b"later"]
