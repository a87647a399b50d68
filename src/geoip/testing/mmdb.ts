/** A value in a database record. */
export type MmdbValue = string | number | MmdbValue[] | { [name: string]: MmdbValue }

/** 32 bits for IPv4, 128 for IPv6. */
interface Address {
  bits: string
  version: 4 | 6
}

type Branch = Node | { data: number } | undefined
interface Node {
  branches: [Branch, Branch]
}

const types = { text: 2, uint16: 5, uint32: 6, map: 7, uint64: 9, array: 11 } as const
const recordBits = 24
const separator = Buffer.alloc(16)
const marker = Buffer.from('\u00ab\u00cd\u00efMaxMind.com', 'latin1')

/**
 * A MaxMind DB (format 2.0) with these networks (`192.0.2.0/24`, `2001:db8::/32`), which must not overlap,
 * and their records. IPv4 networks are in the first 96 bits of an IPv6 tree.
 */
export function mmdb(networks: Readonly<Record<string, MmdbValue>>, databaseType = 'Test-City'): Buffer {
  const root: Node = { branches: [undefined, undefined] }
  const records: Buffer[] = []
  let offset = 0
  for (const [network, record] of Object.entries(networks)) {
    const bytes = encode(record)
    place(root, network, offset)
    records.push(bytes)
    offset += bytes.length
  }
  const nodes = nodesOf(root)
  const metadata = map({
    binary_format_major_version: sized(types.uint16, 2),
    binary_format_minor_version: sized(types.uint16, 0),
    build_epoch: sized(types.uint64, 1_767_225_600),
    database_type: encode(databaseType),
    description: encode({ en: 'made by a test' }),
    ip_version: sized(types.uint16, 6),
    languages: encode(['en']),
    node_count: sized(types.uint32, nodes.length),
    record_size: sized(types.uint16, recordBits),
  })
  return Buffer.concat([tree(nodes), separator, ...records, marker, metadata])
}

function place(root: Node, network: string, data: number): void {
  const [address = '', prefix = ''] = network.split('/')
  const { bits, version } = readAddress(address)
  const path = ('0'.repeat(version === 4 ? 96 : 0) + bits).slice(0, Number(prefix) + (version === 4 ? 96 : 0))
  let node = root
  for (const [depth, bit] of [...path].entries()) {
    const side = bit === '1' ? 1 : 0
    if (depth === path.length - 1) {
      node.branches[side] = { data }
      return
    }
    const next = node.branches[side]
    if (next !== undefined && 'data' in next) throw new Error(`${network} lies in another network`)
    const child = next ?? { branches: [undefined, undefined] }
    node.branches[side] = child
    node = child
  }
}

function readAddress(text: string): Address {
  if (!text.includes(':')) {
    return {
      bits: text
        .split('.')
        .map(part => Number(part).toString(2).padStart(8, '0'))
        .join(''),
      version: 4,
    }
  }
  const [head = '', tail = ''] = text.split('::')
  const groups = (half: string) => (half === '' ? [] : half.split(':'))
  const zeros = Array.from({ length: 8 - groups(head).length - groups(tail).length }, () => '0')
  const all = [...groups(head), ...zeros, ...groups(tail)]
  return { bits: all.map(one => Number.parseInt(one, 16).toString(2).padStart(16, '0')).join(''), version: 6 }
}

/** The nodes, root first. */
function nodesOf(root: Node): Node[] {
  const nodes = [root]
  for (const { branches } of nodes) {
    for (const branch of branches) if (branch !== undefined && 'branches' in branch) nodes.push(branch)
  }
  return nodes
}

function tree(nodes: readonly Node[]): Buffer {
  const numbers = new Map(nodes.map((node, i) => [node, i]))
  const bytes = Buffer.alloc((nodes.length * recordBits) / 4)
  for (const [i, { branches }] of nodes.entries()) {
    for (const [side, branch] of branches.entries()) {
      bytes.writeUIntBE(pointer(branch, numbers), i * 6 + side * 3, 3)
    }
  }
  return bytes
}

function pointer(branch: Branch, numbers: ReadonlyMap<Node, number>): number {
  if (branch === undefined) return numbers.size
  if ('data' in branch) return numbers.size + separator.length + branch.data
  return numbers.get(branch) ?? 0
}

function encode(value: MmdbValue): Buffer {
  if (typeof value === 'number') return sized(types.uint32, value)
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([control(types.text, text.length), text])
  }
  if (Array.isArray(value)) return Buffer.concat([control(types.array, value.length), ...value.map(encode)])
  return map(Object.fromEntries(Object.entries(value).map(([name, part]) => [name, encode(part)])))
}

function map(parts: Readonly<Record<string, Buffer>>): Buffer {
  const entries = Object.entries(parts)
  return Buffer.concat([
    control(types.map, entries.length),
    ...entries.flatMap(([name, part]) => [encode(name), part]),
  ])
}

/** An unsigned integer in the minimum number of bytes. */
function sized(type: number, value: number): Buffer {
  const digits = value === 0 ? '' : value.toString(16)
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
  return Buffer.concat([control(type, bytes.length), bytes])
}

function control(type: number, size: number): Buffer {
  if (size >= 285) throw new Error(`a size of ${size} is more than tests need`)
  const short = Math.min(size, 29)
  const head = type < 8 ? [(type << 5) | short] : [short, type - 7]
  return Buffer.from(size < 29 ? head : [...head, size - 29])
}
