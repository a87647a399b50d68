import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The inner size of an element and its font size, in pixels; zeros before the first measurement. */
export interface Size {
  width: number
  height: number
  /** The font size; it is larger on a wall screen. */
  em: number
}

/** Measures an element with this ref, and again whenever its size changes. */
export function useSize<E extends Element>(): [RefObject<E | null>, Size] {
  const ref = useRef<E>(null)
  const [size, setSize] = useState<Size>({ width: 0, height: 0, em: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const [width, height] = [element.clientWidth, element.clientHeight]
      const em = Number.parseFloat(getComputedStyle(element).fontSize)
      // An identical object does not cause a rendering.
      setSize(before =>
        before.width === width && before.height === height && before.em === em
          ? before
          : { width, height, em },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, size]
}
