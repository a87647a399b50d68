import { followLink } from '../../state/location.ts'
import { triggerTexts } from '../../texts/triggers/triggers.ts'

const triggerViews = ['triggers', 'history', 'silences'] as const
type TriggerView = (typeof triggerViews)[number]

/** Tabs for triggers, their history, and silences. */
export function TriggerTabs({ view }: { view: TriggerView }) {
  return (
    <nav className="segments" aria-label={triggerTexts.viewsLabel}>
      {triggerViews.map(name => (
        <a
          key={name}
          href={name === 'triggers' ? '/triggers' : `/triggers?view=${name}`}
          onClick={followLink}
          aria-current={name === view ? 'page' : undefined}
        >
          {triggerTexts.views[name]}
        </a>
      ))}
    </nav>
  )
}
