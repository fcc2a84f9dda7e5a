// The same load for every server: rooms of clients, each of whom hears what anybody in the room says.
// usage: node load.mjs KIND PORT ROOMS SECONDS PER_SECOND   (KIND: ws, colyseus, erre, memory; PER_SECOND 0: as fast as it goes)
import { Client } from "@colyseus/sdk";
import WebSocket from "ws";

const [kind, port, rooms, seconds, perSecond] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const IN_ROOM = 4;
const AT_ONCE = 10; // rooms that fill at the same time
const OF_ONE = 39; // rooms that one person keeps
const latencies = [];
let heard = 0;
let sent = 0;
let counting = false;

class Speaker {
  constructor(say) {
    this.say = say;
    this.count = 0;
    this.name = Math.random().toString(36).slice(2);
  }
  speak() {
    sent += counting ? 1 : 0;
    this.say(`${this.name} ${++this.count} ${performance.now().toFixed(3)}`, this.count);
  }
  hear(text) {
    if (counting) heard += 1;
    const [name, , at] = text.split(" ");
    if (name !== this.name) return;
    if (counting) latencies.push(performance.now() - Number(at));
    if (perSecond === 0) this.speak();
  }
}

const opened = (socket) => new Promise((resolve, reject) => { socket.once("open", resolve); socket.once("error", reject); });

async function joinWs(room) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/${room}`, { perMessageDeflate: false });
  await opened(socket);
  const speaker = new Speaker((text) => socket.send(JSON.stringify({ name: "a", text })));
  socket.on("message", (data) => speaker.hear(JSON.parse(data.toString()).text));
  return speaker;
}

async function joinColyseus(room, index) {
  const client = new Client(`ws://127.0.0.1:${port}`);
  const joined = index === 0 ? await client.create("talk") : await client.joinById(joinColyseus.ids.get(room));
  if (index === 0) joinColyseus.ids.set(room, joined.roomId);
  const speaker = new Speaker((text) => joined.send("say", { name: "a", text }));
  joined.onMessage("chat", (message) => speaker.hear(message.text));
  return speaker;
}
joinColyseus.ids = new Map();

async function joinErre(room, index) {
  const origin = `http://127.0.0.1:${port}`;
  if (index === 0) {
    const cookie = await joinErre.person(Math.floor(room / OF_ONE));
    const body = JSON.stringify({ game: "rage", seats: IN_ROOM });
    const headers = { cookie, origin, "content-type": "application/json" };
    const answer = await fetch(`${origin}/api/tables`, { method: "POST", headers, body });
    joinErre.ids.set(room, { id: (await answer.json()).id, cookie });
  }
  const { id, cookie } = joinErre.ids.get(room);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/${id}`, {
    perMessageDeflate: false, headers: { cookie }, origin,
  });
  await opened(socket);
  socket.send(JSON.stringify({ type: "hello", protocol: 1, client: Math.random().toString(36).slice(2).padEnd(16, "x") }));
  await new Promise((resolve) => socket.once("message", resolve));
  const speaker = new Speaker((text, n) => socket.send(JSON.stringify({ type: "say", n, text })));
  socket.on("message", (data) => {
    const message = JSON.parse(data.toString());
    if (message.type === "chat") speaker.hear(message.text);
    else if (message.type === "refused") throw new Error(message.why);
  });
  return speaker;
}

joinErre.ids = new Map();
joinErre.cookies = new Map();
joinErre.person = (group) => {
  if (!joinErre.cookies.has(group))
    joinErre.cookies.set(group, fetch(`http://127.0.0.1:${port}/api/me`)
      .then((me) => me.headers.get("set-cookie").split(";")[0]));
  return joinErre.cookies.get(group);
};

const join = { ws: joinWs, colyseus: joinColyseus, erre: joinErre, memory: joinErre }[kind];
const speakers = [];
const fill = async (room) => {
  for (let index = 0; index < IN_ROOM; index++) speakers.push(await join(room, index));
};
for (let room = 0; room < rooms; room += AT_ONCE)
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, rooms - room) }, (_, k) => fill(room + k)));

process.stdout.write(`joined\n`);
const gap = perSecond > 0 ? 1000 / perSecond : 0;
speakers.forEach((speaker) => {
  if (gap === 0) speaker.speak();
  else setTimeout(() => setInterval(() => speaker.speak(), gap), Math.random() * gap);
});
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
if (seconds > 0) {
  await pause(1000);
  process.stdout.write("counting\n");
  counting = true;
  const start = performance.now();
  const cpu = process.cpuUsage();
  await pause(seconds * 1000);
  counting = false;
  const took = (performance.now() - start) / 1000;
  const used = process.cpuUsage(cpu);
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.floor(latencies.length * share)] ?? null;
  const own = (used.user + used.system) / 1e6 / took;
  console.log(JSON.stringify({ sent: sent / took, heard: heard / took, p50: at(0.5), p99: at(0.99), own_cpu: own }));
  process.exit(0);
}
