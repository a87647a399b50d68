import { useMedia } from './use-media.ts'

/** Whether the window is too narrow for two columns. The style sheets use the same width. */
export function useNarrow(): boolean {
  return useMedia('(max-width: 900px)')
}
