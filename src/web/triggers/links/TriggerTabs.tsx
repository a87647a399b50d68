import { Segments } from '../../components/lists/Segments.tsx'
import { triggerTexts } from '../../texts/triggers/triggers.ts'

const triggerViews = ['triggers', 'history', 'silences'] as const

/** Tabs for triggers, their history, and silences. */
export function TriggerTabs({ view }: { view: (typeof triggerViews)[number] }) {
  return (
    <Segments
      label={triggerTexts.viewsLabel}
      views={triggerViews}
      current={view}
      addressOf={name => (name === 'triggers' ? '/triggers' : `/triggers?view=${name}`)}
      textOf={name => triggerTexts.views[name]}
    />
  )
}
