import { runSpans, type Span } from './runs.ts'

const run = /[0-9A-Za-z_.-]{4,}/g
/** A part of a name between dots. */
const label = /^[0-9A-Za-z_](?:[0-9A-Za-z_-]{0,61}[0-9A-Za-z_])?$/
/**
 * Top-level domain, of at most 18 letters. All letters have one case, so `java.io.IOException` is no host.
 */
const topLabel = /^(?:[a-z]{2,18}|[A-Z]{2,18}|xn--[0-9a-z-]{1,59})$/
/** RFC 1035 section 2.3.4, without the dot at the end. */
const maxHostLength = 253

/** A name that ends in one of these extensions is a file or systemd unit, not a host. */
const fileExtensions = new Set(
  `asp aspx bak bat bin bz bz2 cfg cgi class conf config cpp crt css csr csv dat db deb device dll doc docx exe gif gz htm html
   ini iso jar java jpeg jpg js json jsp key ko lock log mount pdf pem php pid png ps1 py rb rpm scope service sh slice so sock
   socket sql svg swap swp sys tar target tgz timer tmp ts txt war xls xlsx xml xz yaml yml zip zst`.split(
    /\s+/,
  ),
)

/** Finds ASCII host names with a domain: at least two labels, the last one a top-level domain. */
export function hostSpans(text: string): Span[] {
  return runSpans('host', text, { pattern: run, edges: '.-', accepts: isHostName })
}

/** Whether a text is a host name with a domain. */
export function isHostName(text: string): boolean {
  if (text.length > maxHostLength) return false
  const labels = text.split('.')
  const top = labels.pop() ?? ''
  if (labels.length === 0 || !topLabel.test(top) || fileExtensions.has(top.toLowerCase())) return false
  return labels.every(one => label.test(one))
}
