import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A part of the page whose code is loaded when it is first shown, or earlier. */
export interface LazyPart<Props = object> {
  component: LazyExoticComponent<ComponentType<Props>>
  load: () => Promise<unknown>
}

export function lazyPart<Props = object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  return { component: lazy(async () => ({ default: await load() })), load }
}
