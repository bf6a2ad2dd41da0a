// Newline-delimited JSON over a socket, for both programs of this folder.

/** Calls `take` with each message; a line may come in any number of pieces, and several may come in one. */
export function readMessages(socket, take) {
  let kept = '';
  socket.setEncoding('utf8'); // a character may lie across two pieces
  socket.on('data', (piece) => {
    const lines = (kept + piece).split('\n');
    kept = lines.pop();
    for (const line of lines) if (line.trim() !== '') take(JSON.parse(line));
  });
}

export function writeMessage(socket, message) {
  return socket.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}
