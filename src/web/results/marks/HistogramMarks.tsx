import { groupMarks, type Mark, type MarkGroup, type MarkKind } from '../../../charts/marks.ts'
import { printable } from '../../../charts/printable.ts'
import { momentText } from '../../../charts/time-text.ts'
import { truncateText } from '../../../schema/text/truncate-text.ts'
import { Icon } from '../../components/Icon.tsx'
import { Link } from '../../components/Link.tsx'
import { MenuButton } from '../../components/menus/MenuButton.tsx'
import { useWidth } from '../../components/use-width.ts'
import { countMargins } from '../../graphics/TimeAxes.tsx'
import { useZone } from '../../state/preferences.ts'
import { markTexts } from '../../texts/search/results.ts'
import { useMarks } from './use-marks.ts'
import './marks.css'

/** Width of a mark in pixels: large enough to be hit, and so the distance of two groups. */
const markWidth = 24
/** Maximum marks of a group that its name and its list show. */
const maxNamed = 3
const maxListed = 50
/** Maximum UTF-16 units of the text of a mark. */
const maxUnits = 120

/** The kind that stands for a group, the rarest first. */
const kinds = ['deploy', 'restart', 'firing'] as const satisfies readonly MarkKind[]
const icons = { deploy: 'flag', restart: 'refresh', firing: 'bell' } as const

interface Props {
  /** The time range of the histogram above; undefined until it is known. */
  range: { from: number; to: number } | undefined
  isLive: boolean
}

/** Marks below the histogram: triggers that fired, deployments, starts of Millrace. */
export function HistogramMarks({ range, isLive }: Props) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const { marks, isCut, error } = useMarks(range, isLive)
  const box = { x0: countMargins.left, x1: width - countMargins.right, gap: markWidth }
  const groups = range === undefined || width === 0 ? [] : groupMarks(marks, range, box)
  return (
    <div ref={ref} className={groups.length > 0 ? 'marks' : undefined}>
      {error !== undefined && <p className="faint">{markTexts.failed}</p>}
      {groups.length > 0 && (
        <ul aria-label={isCut ? markTexts.newest : markTexts.list}>
          {groups.map(group => (
            <li key={group.x} style={{ left: Math.min(group.x, width - markWidth / 2) }}>
              <GroupButton group={group} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A group of marks; a click lists them. */
function GroupButton({ group: { marks } }: { group: MarkGroup }) {
  const zone = useZone()
  const kind = kinds.find(one => marks.some(mark => mark.kind === one)) ?? 'firing'
  const textOf = ({ at, text }: Mark) => `${momentText(at, zone)} ${printable(truncateText(text, maxUnits))}`
  const named = marks.slice(0, maxNamed).map(textOf)
  if (marks.length > maxNamed) named.push(markTexts.more(marks.length - maxNamed))
  const listed = marks.slice(0, maxListed)
  return (
    <MenuButton
      className={`mark mark-${kind}`}
      label={named.join('; ')}
      content={
        <>
          <Icon name={icons[kind]} size={13} />
          {marks.length > 1 && <span className="number">{marks.length > 9 ? '9+' : marks.length}</span>}
        </>
      }
    >
      <ul className="mark-list">
        {listed.map((mark, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two marks may be equal
          <li key={index}>
            <Icon name={icons[mark.kind]} size={13} />{' '}
            {mark.href === undefined ? textOf(mark) : <Link href={mark.href}>{textOf(mark)}</Link>}
          </li>
        ))}
        {marks.length > maxListed && <li className="faint">{markTexts.more(marks.length - maxListed)}</li>}
      </ul>
    </MenuButton>
  )
}
