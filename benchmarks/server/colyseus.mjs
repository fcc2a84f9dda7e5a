// Colyseus doing the same room's work.
import { Room, Server } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";

class Talk extends Room {
  maxClients = 4;
  onCreate() {
    this.onMessage("say", (client, message) => {
      this.broadcast("chat", { at: Date.now(), name: message.name, text: message.text });
    });
  }
}

const server = new Server({ greet: false, transport: new WebSocketTransport() });
server.define("talk", Talk);
await server.listen(Number(process.argv[2]), "127.0.0.1");
console.log("ready");
