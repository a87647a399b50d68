import { type OpenState, openStateQuery } from '../draft/address.ts'

/** The TV mode settings in an address: `/dashboards/7/tv?rotate=7,9&every=30`. */
export interface TvPlan {
  /** Ids of dashboards in the order of the rotation; at least one. */
  ids: readonly number[]
  /** Time before the next dashboard of the rotation. */
  everySeconds: number
}

/** Maximum dashboards in a rotation, as in the pattern of `tokensOfFragment`. */
const maxDashboards = 50
/** Bounds of `everySeconds`. */
const bounds = { default: 30, min: 5, max: 3_600 }

/** Reads the settings from a query. `id`: the dashboard of the path, shown if there is no rotation. */
export function readTvPlan(id: number, query: string): TvPlan {
  const params = new URLSearchParams(query)
  const ids = (params.get('rotate') ?? '')
    .split(',')
    .map(Number)
    .filter(one => Number.isSafeInteger(one) && one > 0)
    .slice(0, maxDashboards)
  const every = Number(params.get('every') ?? bounds.default)
  return {
    ids: ids.length === 0 ? [id] : ids,
    everySeconds: Number.isFinite(every) ? Math.min(bounds.max, Math.max(bounds.min, every)) : bounds.default,
  }
}

/**
 * The tokens of the fragment of an address, `#token=user-…,user-…`: one for each dashboard of the rotation.
 */
export function tokensOfFragment(fragment: string): string[] {
  const [, tokens] = /^#(?:.*&)?token=([\w-]{1,200}(?:,[\w-]{1,200}){0,49})(?:&|$)/.exec(fragment) ?? []
  return tokens?.split(',') ?? []
}

/** The address of TV mode with tokens in its fragment, which browsers do not send to the service. */
export function tvTokenAddress(plan: TvPlan, tokens: readonly string[]): string {
  return `${tvAddress(plan)}#token=${tokens.join(',')}`
}

/** The address of TV mode for signed-in screens: with the chosen range and values. */
export function tvAddress({ ids, everySeconds }: TvPlan, state: Partial<OpenState> = {}): string {
  const rotation = ids.length > 1 ? `rotate=${ids.join(',')}&every=${everySeconds}` : ''
  const query = [rotation, openStateQuery({ ...state, isFull: false })].filter(part => part !== '').join('&')
  return `/dashboards/${ids[0] ?? 'overview'}/tv${query === '' ? '' : `?${query}`}`
}
