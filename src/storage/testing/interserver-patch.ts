/**
 * Lets a clickhouse-local be a replica, by a patch of its machine code in the memory of this process, before
 * the engine starts. It contains and runs all replication code, but never sets the address from which other
 * replicas fetch parts, and opens no listener for them (ClickHouse issue 78632): its replicated tables stay
 * read-only. The patch sets address, scheme and credentials in the place of an exception, and makes the HTTP
 * listener on 127.0.0.2 serve replicas. Refuses another build of the library: compares the code first.
 *
 * To find the places in another build: `objdump -d` around the code that loads the text "Parameter
 * 'interserver_http(s)_port' required" (Context::getInterserverIOAddress, followed by getInterserverScheme),
 * and around the code that loads "HTTPHandler-factory" and calls createHandlerFactory (LocalServer).
 */
import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'

/** Address where replicas listen, on the HTTP port. */
export const interserverHost = '127.0.0.2'
const handlerName = 'InterserverIOHTTPHandler-factory'

/** Addresses in the library @chdb/lib-linux-x64-gnu 26.7.3-stable.1. */
const throwNoAddress = 0x1417ca3c
const testAddress = 0x1417c9ca
const listenerCall = 0xf117fec
const createHandlerFactory = 0x18395cc0

/**
 * Members of its ContextSharedPart. Texts are libc++ strings: up to 22 bytes, with their length in the last
 * of 24.
 */
const interserverAddress = 0x150
const interserverCredentials = 0x1b0

/** Expected bytes of the library at some addresses. */
const expected = [
  [0x1417c9c7, '4c8b36490fbe8e67010000'],
  [throwNoAddress, 'bf80010000e83ac6db0c4889c3'],
  // getInterserverScheme and getInterserverCredentials
  [0x1417cac0, '488b0680b88701000000'],
  [0x1417c957, '4d8bb7b00100004d8bbfb8010000'],
  [listenerCall, '488d4c24204c8d442450e8c5dc2709'],
] as const

/**
 * Patches the library that this process has loaded. `page`: a writable and executable page of its memory.
 * `port`: the HTTP port.
 */
export function listenToReplicas(library: string, page: number, port: number): void {
  const base = baseOf(library)
  const memory = openSync('/proc/self/mem', 'r+')
  const write = (at: number, bytes: Buffer) => writeSync(memory, bytes, 0, bytes.length, at)
  try {
    for (const [at, hex] of expected) {
      const found = Buffer.alloc(hex.length / 2)
      readSync(memory, found, 0, found.length, base + at)
      if (found.toString('hex') !== hex)
        throw new Error(`the library is another build: see ${import.meta.filename}`)
    }
    // Layout of the page: code at 0 and 512, data at 1024 and 1536.
    const [credentials, name] = [page + 1_024, page + 1_536]
    write(page, codeOfAddress(port, credentials, base))
    write(page + 512, codeOfListener(name, base))
    write(credentials, credentialsAt(credentials))
    write(name, textAt(name, handlerName))
    write(base + throwNoAddress, jump(page))
    write(base + listenerCall, bytes('48b8', int64(page + 512), 'ffd0', '909090')) // mov rax, …; call rax
  } finally {
    closeSync(memory)
  }
}

/**
 * Sets the address (host, port, scheme) and the credentials instead of throwing, and returns to the test of
 * the address. r14: ContextSharedPart.
 */
function codeOfAddress(port: number, credentials: number, base: number): Buffer {
  const portBytes = Buffer.alloc(8)
  portBytes.writeUInt16LE(port)
  const members = Buffer.concat([shortText(interserverHost), portBytes, shortText('http')])
  const sets: Buffer[] = []
  for (let at = 0; at < members.length; at += 8)
    sets.push(setMember(interserverAddress + at, members.subarray(at, at + 8)))
  sets.push(setMember(interserverCredentials, int64(credentials)), jump(base + testAddress))
  return Buffer.concat(sets)
}

/**
 * Calls createHandlerFactory, with the name of the replicas' handler for their listener. r15: the host of the
 * listener.
 */
function codeOfListener(name: number, base: number): Buffer {
  const lastDigit = Buffer.from(interserverHost.slice(-1))
  return bytes(
    ...['488d4c2428', '4c8d442458'], // lea rcx, [rsp+28h] (the name); lea r8, [rsp+58h]
    ...['41807f08', lastDigit, '750a'], // cmp byte [r15+8], …; jne past the next instruction
    ...['48b9', int64(name)], // mov rcx, …
    jump(base + createHandlerFactory),
  )
}

/** InterserverCredentials: user, password, and a list of accepted credentials. Empty here. */
function credentialsAt(at: number): Buffer {
  const accepted = at + 72
  const end = accepted + 48
  return bytes(Buffer.alloc(48), int64(accepted), int64(end), int64(end), Buffer.alloc(48))
}

/** A libc++ string followed by its characters. */
function textAt(at: number, text: string): Buffer {
  return bytes(int64(at + 24), int64(text.length), int64(2n ** 63n + 64n), Buffer.from(text), '00')
}

function shortText(text: string): Buffer {
  return bytes(Buffer.from(text.padEnd(23, '\0')), Buffer.of(text.length))
}

/** mov rax, value; mov [r14+offset], rax */
function setMember(offset: number, value: Buffer): Buffer {
  const displacement = Buffer.alloc(4)
  displacement.writeInt32LE(offset)
  return bytes('48b8', value, '498986', displacement)
}

/** mov rax, address; jmp rax */
function jump(address: number): Buffer {
  return bytes('48b8', int64(address), 'ffe0')
}

function int64(value: number | bigint): Buffer {
  const buffer = Buffer.alloc(8)
  buffer.writeBigUInt64LE(BigInt(value))
  return buffer
}

/** Strings are hexadecimal. */
function bytes(...parts: (string | Buffer)[]): Buffer {
  return Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'hex') : part)))
}

function baseOf(library: string): number {
  const isBegin = (line: string) => line.endsWith(library) && line.split(' ')[2] === '00000000'
  const line = readFileSync('/proc/self/maps', 'utf8').split('\n').find(isBegin)
  if (line === undefined) throw new Error('the library is not loaded')
  return Number.parseInt(line, 16)
}
