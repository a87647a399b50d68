import { shareText } from '../../charts/number-text.ts'
import { formatFileSize } from '../../schema/text/format-bytes.ts'
import { Section } from '../components/Section.tsx'
import { useLiveQuery } from '../live/use-live-query.ts'
import { systemTexts } from '../texts/settings/system.ts'
import { gaugeOf } from '../widgets/contents/host-gauge.ts'

const texts = systemTexts.host
const timeRange = { preset: 'last_5_minutes' }

/** The newest samples of the machine's CPU, memory, disk and network, as cards. */
export function HostFigures() {
  const cpu = useLiveQuery({ type: 'System_CPU', params: { time_range: timeRange } }, true).answer?.results
  const memory = useLiveQuery({ type: 'System_Memory', params: { time_range: timeRange } }, true).answer
    ?.results.totals
  const disk = useLiveQuery({ type: 'System_DF', params: { time_range: timeRange } }, true).answer?.results
    .totals
  const network = useLiveQuery({ type: 'System_Network', params: { time_range: timeRange } }, true).answer
    ?.results.totals
  const { totals, details } = cpu ?? {}
  const busy = totals && details && gaugeOf('System_CPU', { totals, details })?.share
  const memoryAll = sum(memory?.used?.last, memory?.buffered?.last, memory?.cached?.last, memory?.free?.last)
  const diskAll = sum(disk?.used?.last, disk?.reserved?.last, disk?.free?.last)
  const rx = network?.['if_octets.rx']?.last ?? undefined
  const tx = network?.['if_octets.tx']?.last ?? undefined
  return (
    <Section id="system-host" heading={texts.heading}>
      <ul className="state-cards">
        <Meter
          name={texts.cpu}
          share={busy}
          text={busy === undefined ? undefined : texts.busy(shareText(busy))}
        />
        <Meter name={texts.memory} {...usedOf(memory?.used?.last, memoryAll)} />
        {/* Reserved space is not available, so it counts as used. */}
        <Meter name={texts.disk} {...usedOf(disk && sum(disk.used?.last, disk.reserved?.last), diskAll)} />
        <Meter
          name={texts.network}
          share={null}
          text={
            rx === undefined || tx === undefined
              ? undefined
              : texts.traffic(formatFileSize(rx), formatFileSize(tx))
          }
        />
      </ul>
    </Section>
  )
}

type Figure = number | null | undefined

/** The sum of the known figures. */
function sum(...figures: Figure[]): number {
  return figures.reduce<number>((total, figure) => total + (figure ?? 0), 0)
}

function usedOf(used: Figure, all: number): { share: number | undefined; text: string | undefined } {
  if (used === null || used === undefined || all === 0) return { share: undefined, text: undefined }
  return { share: used / all, text: texts.used(formatFileSize(used), formatFileSize(all)) }
}

/** Above this share, the bar of a meter has the colour of errors. */
const fullShare = 0.9

/** A figure as text, and its `share` of the maximum as a bar. null: it has no maximum; undefined: unknown. */
function Meter({
  name,
  share,
  text,
}: {
  name: string
  share: number | null | undefined
  text: string | undefined
}) {
  return (
    <li className="card">
      <span className="state-name row gap-6 small-text soft">{name}</span>
      <span className="number">{text ?? <span className="faint">{texts.none}</span>}</span>
      {share !== null && (
        <span
          className={
            share !== undefined && share > fullShare ? 'system-meter track full' : 'system-meter track'
          }
          aria-hidden="true"
        >
          <span style={{ width: `${(share ?? 0) * 100}%` }} />
        </span>
      )}
    </li>
  )
}
