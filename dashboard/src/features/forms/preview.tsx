/** How a form reads in a language, with the project's words and colours; it sends nothing. */
import type { SignUpForm } from '../../api/shapes.ts'
import { type Language, sentenceOf } from '../../ui/words.tsx'
import { useTopics, wholeText } from '../topics/topic-names.ts'
import { forms as words } from './texts.ts'

interface FormPreviewProps {
  readonly form: SignUpForm
  readonly language: Language
}

export function FormPreview({ form, language }: FormPreviewProps) {
  const { topics } = useTopics()
  const { color, background } = form.style
  const chosen = topics.filter(topic => form.topics.includes(topic.id))
  const wording = wholeText(form.wording)[language]
  return (
    <div
      className="form-preview"
      lang={language}
      inert
      style={background ? { background } : undefined}
    >
      <Field label={sentenceOf(words.yourEmail, language)} isRequired />
      {form.fields.map(({ key, label, required }) => (
        <Field
          key={key}
          label={label.pt || label.en ? wholeText(label)[language] : (key.split('.').at(-1) ?? key)}
          isRequired={required}
        />
      ))}
      {chosen.length > 1 &&
        chosen.map(({ id, name }) => <p key={id}>☑ {wholeText(name)[language]}</p>)}
      {wording !== '–' && <p dir="auto">{wording}</p>}
      <span className="form-preview-button" style={color ? { background: color } : undefined}>
        {sentenceOf(words.subscribe, language)}
      </span>
    </div>
  )
}

function Field({ label, isRequired }: { label: string; isRequired: boolean }) {
  return (
    <p>
      <span dir="auto">
        {label}
        {isRequired && ' *'}
      </span>
      <span className="form-preview-input" />
    </p>
  )
}
