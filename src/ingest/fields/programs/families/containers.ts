import type { FieldsDraft } from '../patterns/fields-draft.ts'
import { linesOf, type Parser, type ParserFamily } from '../patterns/parser.ts'
import { Pattern } from '../patterns/pattern.ts'

const klogHead = new Pattern('{:word} {:clock} {:text}] *')

const klog: Parser = {
  product: 'Kubernetes components (klog): kubelet, kube-apiserver, kube-proxy, controllers',
  programs: [
    'kubelet',
    'kube-apiserver',
    'kube-proxy',
    'kube-scheduler',
    'kube-controller-manager',
    'coredns',
  ],
  startsWith: 'IWEF',
  example:
    'E0102 03:04:05.678901    991 pod_workers.go:965] "Error syncing pod, skipping" err="failed to \\"StartContainer\\"" pod="shop/cart-7d9f"',
  read: readKlog,
  fields: ['log.logger', 'process.pid', 'error.message'],
}

const klogTimeLength = 'Lmmdd hh:mm:ss.uuuuuu '.length

/** `Lmmdd hh:mm:ss.uuuuuu pid file:line] text`: the level is the first letter. */
function readKlog(text: string, at: number, draft: FieldsDraft): boolean {
  const afterTime = at + klogTimeLength
  if (!/^[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{6} /.test(text.slice(at, afterTime))) return false
  if (!klogHead.read(text, at, draft)) return false
  const close = text.indexOf('] ', afterTime)
  const words = text
    .slice(afterTime, close)
    .trim()
    .split(/ {1,8}/, 3)
  const [pid = '', file = ''] = words
  if (words.length !== 2) return false
  draft.add('process.pid', pid)
  draft.add('log.logger', file.slice(0, Math.max(0, file.lastIndexOf(':'))) || file)
  const message = text.slice(close + 2)
  const isError = text[at] === 'E' || text[at] === 'F'
  if (isError) draft.add('error.message', message)
  return true
}

const cri: Parser = {
  product: 'Files of containers: CRI (containerd, CRI-O)',
  programs: [],
  startsWith: '0123456789',
  example: '2026-01-02T03:04:05.678901234Z stderr F connection refused',
  read: readCri,
  fields: ['log.iostream'],
}

/** Columns: time (20 to 40 characters), stream, F or P for a whole or a partial line, text. */
function readCri(text: string, at: number, draft: FieldsDraft): boolean {
  const space = text.indexOf(' ', at)
  if (space - at < 20 || space - at > 40 || text[at + 10] !== 'T') return false
  const isOut = text.startsWith(' stdout ', space)
  if (!isOut && !text.startsWith(' stderr ', space)) return false
  const flag = text[space + ' stdout '.length]
  if ((flag !== 'F' && flag !== 'P') || text[space + ' stdout F'.length] !== ' ') return false
  draft.add('log.iostream', isOut ? 'stdout' : 'stderr')
  return true
}

const coreDns: Parser = {
  product: 'CoreDNS, log plugin',
  programs: ['coredns'],
  startsWith: '[',
  example:
    '[INFO] 10.0.0.23:51000 - 4711 "A IN shop.example. udp 43 false 4096" NOERROR qr,rd,ra 86 0.000812s',
  ...linesOf([
    [
      '[INFO] {client.address:address}:{client.port:number} - {:number} "{dns.question.type:word} IN {dns.question.name:word} {network.transport:word} {:number} {:word} {:number}" {event.code:word} {:word} {:number} {duration_ms:seconds}s',
      { 'event.action': 'query' },
    ],
  ]),
}

/** Parsers of lines of containers and Kubernetes. See Pattern for the text in braces. */
export const containers: ParserFamily = {
  title: 'Containers',
  parsers: [klog, cri, coreDns],
}
