// Node's bare ws doing a room's work: what one client of a room says goes to all of that room.
import { WebSocketServer } from "ws";

const rooms = new Map();
const server = new WebSocketServer({ port: Number(process.argv[2]), host: "127.0.0.1", perMessageDeflate: false });

server.on("connection", (socket, request) => {
  const name = request.url;
  const room = rooms.get(name) ?? new Set();
  rooms.set(name, room.add(socket));
  socket.on("message", (data) => {
    const message = JSON.parse(data.toString());
    const text = JSON.stringify({ type: "chat", at: Date.now(), name: message.name, text: message.text });
    for (const other of room) other.send(text);
  });
  socket.on("close", () => room.delete(socket));
});
server.on("listening", () => console.log("ready"));
