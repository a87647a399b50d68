import { rounded, withPrefix } from './format-bytes.ts'

/** An amount of memory or storage, in powers of 1024: 900 B, 1.5 GiB. */
export function formatBinaryBytes(bytes: number): string {
  const [size, prefix] = withPrefix(bytes, 1024)
  const unit = prefix === '' ? 'B' : `${prefix.toUpperCase()}iB`
  return `${rounded(size)} ${unit}`
}
