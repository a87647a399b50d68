/** The config of a dashboard or widget: JSON as it was given, known members checked. */
export type Config = Record<string, unknown>

/** Far deeper than any filter; JSON that is deeper cannot be written again. */
const maxDepth = 20

/** A config out of its column. */
export function parseConfig(json: string): Config {
  // The columns are only ever written from a Config.
  return JSON.parse(json) as Config
}

export function titleOf(config: Config): string {
  return typeof config.title === 'string' ? config.title : ''
}

/** The same with this title, which stands where the old one stood. */
export function withTitle(config: Config, title: string): Config {
  return Object.hasOwn(config, 'title') ? { ...config, title } : { title, ...config }
}

export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true
    level = level.flatMap(one => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}
