import { setFlagsFromString } from 'node:v8'

/**
 * Whether V8's regular expressions fall back to linear time after 5,000 backtracks, which V8 supports but
 * disables by default. With the fallback, an expression costs at most these and one linear pass on any text,
 * and the matches are the same. The flag `l` refuses expressions that the linear engine cannot run.
 */
export const hasLinearFallback: boolean = enableLinearFallback()

function enableLinearFallback(): boolean {
  setFlagsFromString('--enable-experimental-regexp-engine')
  setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks')
  setFlagsFromString('--regexp-backtracks-before-fallback=5000')
  if (compileLinear('a') === undefined) return false
  // Verifies the fallback: 2^20 backtracks take far longer than a linear pass over 20 letters.
  const text = `${'a'.repeat(20)}c`
  for (let attempt = 0; attempt < 3; attempt++) {
    const begun = performance.now()
    new RegExp(`(?:a|a)*b${attempt}`, 's').test(text)
    if (performance.now() - begun < 20) return true
  }
  return false
}

/** Compiles for the linear engine (`.` matches line breaks); undefined if it cannot run the expression. */
export function compileLinear(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'sgl')
  } catch {
    return undefined
  }
}
