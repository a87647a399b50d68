import {
  type ComponentType,
  createElement,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
} from 'react'

/** A component whose code is loaded when it is first shown, or earlier by `load`. */
export interface LazyPart<Props = object> {
  component: LazyExoticComponent<ComponentType<Props>>
  load: () => Promise<unknown>
}

/** Declares a component that can be loaded ahead. `load` imports it. Shown within a <Suspense>. */
export function lazyPart<Props = object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  return { component: lazy(async () => ({ default: await load() })), load }
}

/** A component whose code is loaded when it is first shown. Shows `fallback` while the code is loaded. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): ComponentType<Props> {
  // Holds because a lazy component takes the props of the component that it loads.
  const component = lazyPart(load).component as ComponentType<Props>
  return props => createElement(Suspense, { fallback }, createElement(component, props))
}
