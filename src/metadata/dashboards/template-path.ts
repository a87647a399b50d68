import { fileFormat } from './file-format.ts'

const maxSegments = 5
const maxSegmentBytes = 120

/**
 * The fault of a template path, undefined when it is valid: a relative path of names without a leading dot, with `/` between them,
 * ending in .json, .yaml or .yml.
 */
export function templatePathFault(path: string): string | undefined {
  if (fileFormat(path) === undefined) return 'Expected a path that ends in .json or .yaml.'
  const segments = path.split('/')
  if (segments.length > maxSegments) return `Expected at most ${maxSegments} names with / between them.`
  for (const segment of segments) {
    if (segment === '' || segment.startsWith('.') || /[\\:\p{Cc}\p{Cs}]/u.test(segment)) {
      return 'Expected a relative path inside the template folder, of plain names.'
    }
    if (Buffer.byteLength(segment) > maxSegmentBytes)
      return `Expected names of at most ${maxSegmentBytes} bytes.`
  }
  return undefined
}
