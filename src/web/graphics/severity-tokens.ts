import { toneColours } from '../../charts/severity.ts'

/** Declares the colours of severities as design tokens: `--severity-error` and the like. */
export function declareSeverityTokens(): void {
  for (const [tone, { light, dark }] of Object.entries(toneColours))
    document.documentElement.style.setProperty(`--severity-${tone}`, `light-dark(${light}, ${dark})`)
}
