import { useRef } from 'react'
import { Button, MenuItem } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { MenuButton } from '../../components/menus/MenuButton.tsx'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'

const { list: texts, importing } = dashboardTexts

interface Props {
  isImporting: boolean
  onFiles: (files: File[]) => void
  onEmpty: () => void
  onOverview: () => void
  onTemplate: () => void
}

/** Ways to create a dashboard. */
export function NewDashboard({ isImporting, onFiles, onEmpty, onOverview, onTemplate }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const item = (text: string, act: () => void) => <MenuItem onClick={act}>{text}</MenuItem>
  return (
    <>
      <input
        ref={input}
        className="unseen"
        type="file"
        multiple
        accept=".json,.yaml,.yml,application/json,application/yaml"
        aria-label={texts.importHint}
        tabIndex={-1}
        onChange={event => {
          onFiles([...(event.target.files ?? [])])
          // Allows choosing the same file again.
          event.target.value = ''
        }}
      />
      <Button title={texts.importHint} disabled={isImporting} onClick={() => input.current?.click()}>
        {isImporting ? importing.reading : texts.import}
      </Button>
      <MenuButton
        className="button primary"
        alignRight
        menu
        content={
          <>
            <Icon name="plus" size={14} /> {texts.new}
          </>
        }
      >
        <div className="menu">
          {item(texts.newEmpty, onEmpty)}
          {item(texts.newFromTemplate, onTemplate)}
          {item(texts.newFromOverview, onOverview)}
        </div>
      </MenuButton>
    </>
  )
}
