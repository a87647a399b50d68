/** A field of a protobuf message: number and value by wire type. */
export type Field =
  | { field: number; varint: bigint | number }
  | { field: number; fixed64: bigint }
  | { field: number; double: number }
  | { field: number; fixed32: number }
  | { field: number; bytes: Uint8Array | string }
  | { field: number; message: readonly Field[] }

/** The bytes of a message, with fields in the given order. */
export function encodeProtobuf(fields: readonly Field[]): Buffer {
  return Buffer.concat(fields.map(encodeField))
}

function encodeField(field: Field): Buffer {
  if ('varint' in field) return Buffer.concat([tag(field.field, 0), varint(BigInt(field.varint))])
  if ('fixed32' in field) {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(field.fixed32)
    return Buffer.concat([tag(field.field, 5), bytes])
  }
  if ('fixed64' in field || 'double' in field) {
    const bytes = Buffer.alloc(8)
    if ('fixed64' in field) bytes.writeBigUInt64LE(field.fixed64)
    else bytes.writeDoubleLE(field.double)
    return Buffer.concat([tag(field.field, 1), bytes])
  }
  const content = 'message' in field ? encodeProtobuf(field.message) : Buffer.from(field.bytes)
  return Buffer.concat([tag(field.field, 2), varint(BigInt(content.length)), content])
}

function tag(field: number, wire: number): Buffer {
  return varint(BigInt(field * 8 + wire))
}

function varint(value: bigint): Buffer {
  const bytes: number[] = []
  let left = BigInt.asUintN(64, value)
  for (; left > 0x7fn; left >>= 7n) bytes.push(Number(left & 0x7fn) | 0x80)
  return Buffer.from([...bytes, Number(left)])
}
