import { type RefObject, useEffect, useState } from 'react'

/** Drawn slightly before it is scrolled into view. */
const margin = '200px'

/** Whether an element is on screen, or close to it. */
export function useOnScreen(ref: RefObject<Element | null>, isAlways: boolean): boolean {
  const [isOnScreen, setOnScreen] = useState(isAlways)
  useEffect(() => {
    const element = ref.current
    if (isAlways || !element) return
    const observer = new IntersectionObserver(
      entries => setOnScreen(entries.at(-1)?.isIntersecting === true),
      { rootMargin: margin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, isAlways])
  return isOnScreen || isAlways
}
