import { Fault } from '../../../schema/fault.ts'
import type { App } from '../app.ts'

/**
 * Whether an Accept header (RFC 9110, 12.5.1) allows this media type. The most specific matching media range
 * decides; its weight 0 refuses. A missing or empty header allows everything.
 */
export function accepts(header: string | undefined, type: string): boolean {
  if (header === undefined || header.trim() === '') return true
  let bestRank = 0
  let bestWeight = 0
  // At most 100 ranges, so that a hostile header costs little.
  for (const part of header.split(',', 100)) {
    const [range = '', ...parameters] = part.split(';').map(piece => piece.trim().toLowerCase())
    const rank = rankOf(range, type)
    if (rank > bestRank) {
      bestRank = rank
      bestWeight = weightOf(parameters)
    }
  }
  return bestWeight > 0
}

/** Answers 406 if the client does not accept the route's media type. Runs before authentication. */
export function requireAcceptable(app: App): void {
  app.addHook('onRequest', async request => {
    if (request.ws) return
    const { produces = 'application/json', alsoProduces = [] } = request.routeOptions.config
    const isAccepted = [produces, ...alsoProduces].some(type => accepts(request.headers.accept, type))
    if (!isAccepted) throw new Fault('not_acceptable')
  })
}

/** `text/csv` of `text/csv; charset=utf-8`. */
export function withoutParameters(mediaType: string): string {
  return mediaType.split(';')[0] ?? mediaType
}

/** How specifically a media range names a media type; 0: it does not match. */
function rankOf(range: string, type: string): number {
  if (range === type) return 3
  if (range === type.replace(/\/.*/, '/*')) return 2
  // Some clients send `*`, which RFC 9110 does not know.
  return range === '*/*' || range === '*' ? 1 : 0
}

function weightOf(parameters: string[]): number {
  const weight = parameters.find(parameter => parameter.startsWith('q='))
  if (weight === undefined) return 1
  const value = Number(weight.slice(2))
  return Number.isFinite(value) ? value : 0
}
