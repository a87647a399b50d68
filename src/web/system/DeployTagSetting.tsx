import type { PageSettings } from '../../schema/page/page-settings.ts'
import { PageSettingsPatch } from '../../schema/page/page-settings.ts'
import { changePageSettings } from '../api/page-settings.ts'
import { Form } from '../components/forms/Form.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useForm } from '../components/forms/use-form.ts'
import { Section } from '../components/Section.tsx'
import { showToast } from '../components/toast.tsx'
import { pageSettingsKey, usePageSettings } from '../state/use-page-settings.ts'
import { systemTexts } from '../texts/settings/system.ts'

const texts = systemTexts.deployTag

/** The tag whose events are marked as deployments, for all users. */
export function DeployTagSetting() {
  const { data } = usePageSettings()
  return (
    <Section id="system-deploy-tag" heading={texts.heading}>
      <p className="soft">{texts.notice}</p>
      {data && <TagForm key={data.deploy_tag} settings={data} />}
    </Section>
  )
}

function TagForm({ settings }: { settings: PageSettings }) {
  const stored = settings.deploy_tag ?? ''
  const form = useForm({
    shape: PageSettingsPatch,
    initial: { deploy_tag: stored },
    send: ({ deploy_tag: tag }) => changePageSettings({ deploy_tag: tag === '' ? null : tag }),
    reloads: [pageSettingsKey],
    onSent: () => showToast(texts.saved),
  })
  return (
    <Form form={form} action={texts.save} isReady={form.values.deploy_tag !== stored}>
      <TextField {...form.field('deploy_tag')} hint={texts.hint} autoComplete="off" spellCheck={false} />
    </Form>
  )
}
