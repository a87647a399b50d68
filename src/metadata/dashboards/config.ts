/** The config of a dashboard or widget: JSON as the client sent it. Only known members are checked. */
export type Config = Record<string, unknown>

/** Far deeper than any filter; JSON.stringify fails for very deep objects. */
const maxDepth = 20

export function parseConfig(json: string): Config {
  // The column is only written from a Config.
  return JSON.parse(json) as Config
}

/** The title of a config; '' if it has none. */
export function titleOf(config: Config): string {
  return typeof config.title === 'string' ? config.title : ''
}

/** Sets the title. It keeps its position among the members; a new one becomes the first member. */
export function withTitle(config: Config, title: string): Config {
  return Object.hasOwn(config, 'title') ? { ...config, title } : { title, ...config }
}

/** Whether a value has more than `maxDepth` levels of objects and lists. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true
    level = level.flatMap(each => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}
