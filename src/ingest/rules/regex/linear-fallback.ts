import { setFlagsFromString } from 'node:v8'

/**
 * Whether the engine of JavaScript's regular expressions gives up backtracking after so many steps and goes on in linear time: V8
 * can, and has it off. With it on, no text makes an expression cost more than 5,000 steps back and one linear pass; the same
 * expression finds the same. Expressions that its linear engine cannot run are refused by the flag `l`.
 */
export const hasLinearFallback: boolean = enableLinearFallback()

function enableLinearFallback(): boolean {
  setFlagsFromString('--enable-experimental-regexp-engine')
  setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks')
  setFlagsFromString('--regexp-backtracks-before-fallback=5000')
  if (compileLinear('a') === undefined) return false
  // Believed only when seen: 2^20 steps back take far longer than a linear pass over 20 letters.
  const text = `${'a'.repeat(20)}c`
  for (let attempt = 0; attempt < 3; attempt++) {
    const begun = performance.now()
    new RegExp(`(?:a|a)*b${attempt}`, 's').test(text)
    if (performance.now() - begun < 20) return true
  }
  return false
}

/** The expression for the linear engine (`.` matches line breaks); undefined when it cannot run it. */
export function compileLinear(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'sgl')
  } catch {
    return undefined
  }
}
