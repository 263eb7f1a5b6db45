/** What each kind of block asks beside what is written in the letter itself. */
import { Checkbox, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { ComponentType } from 'react'
import { useSay } from '../../ui/words.tsx'
import { ChoosePicture } from '../files/choose-picture.tsx'
import type { BlockOf, BlockType, Fault } from './design.ts'
import { Address, AlignChoice, Choice, Line, Source } from './fields.tsx'
import { SocialForm } from './social-form.tsx'
import { blockTexts as words } from './texts.ts'

interface BlockFormProps<T extends BlockType> {
  readonly block: BlockOf<T>
  readonly set: (block: BlockOf<T>) => void
  readonly fault: Fault | null
}

/** What was refused of a member, at its input. */
const faultOn = (fault: Fault | null, member: string): string | undefined =>
  fault?.member === member ? fault.message : undefined

/** Sets a member; an empty text takes an optional one away. */
function without<One extends object, Name extends keyof One>(
  block: One,
  name: Name,
  value: One[Name] | undefined,
): One {
  const { [name]: _before, ...rest } = block
  return (value === undefined || value === '' ? rest : { ...rest, [name]: value }) as One
}

function HeadingForm({ block, set }: BlockFormProps<'heading'>) {
  const say = useSay()
  return (
    <>
      <Choice
        label={say(words.level)}
        value={String(block.level ?? 1)}
        set={level => set({ ...block, level: Number(level) as 1 | 2 | 3 })}
        data={(['1', '2', '3'] as const).map(value => ({
          value: value as string,
          label: say(words[`level${value}`]),
        }))}
      />
      <AlignChoice value={block.align} set={align => set({ ...block, align })} />
    </>
  )
}

const TextForm = ({ block, set }: BlockFormProps<'text'>) => (
  <AlignChoice value={block.align} set={align => set({ ...block, align })} />
)

function ImageForm({ block, set, fault }: BlockFormProps<'image'>) {
  const say = useSay()
  return (
    <>
      <Address
        label={say(words.src)}
        value={block.src}
        set={src => set({ ...block, src })}
        error={faultOn(fault, 'src')}
      />
      <Line
        label={say(words.alt)}
        description={say(words.altAbout)}
        value={block.alt}
        set={alt => set({ ...block, alt })}
        error={faultOn(fault, 'alt')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Address
          label={say(words.href)}
          value={block.href ?? ''}
          set={href => set(without(block, 'href', href))}
          error={faultOn(fault, 'href')}
        />
        <TextInput
          label={say(words.width)}
          placeholder={say(words.widthAbout)}
          inputMode="numeric"
          value={block.width ?? ''}
          onChange={event => set(without(block, 'width', numberOf(event.currentTarget.value)))}
          error={faultOn(fault, 'width')}
        />
      </SimpleGrid>
      <AlignChoice value={block.align ?? 'center'} set={align => set({ ...block, align })} />
    </>
  )
}

const numberOf = (text: string): number | undefined => {
  const digits = text.replace(/\D/g, '').slice(0, 5)
  return digits === '' ? undefined : Number(digits)
}

function ButtonForm({ block, set, fault }: BlockFormProps<'button'>) {
  const say = useSay()
  return (
    <>
      <Address
        label={say(words.href)}
        value={block.href}
        set={href => set({ ...block, href })}
        error={faultOn(fault, 'href')}
      />
      <AlignChoice value={block.align ?? 'center'} set={align => set({ ...block, align })} />
      <Checkbox
        label={say(words.full_width)}
        checked={block.full ?? false}
        onChange={event => set({ ...block, full: event.currentTarget.checked })}
      />
    </>
  )
}

function SpacerForm({ block, set, fault }: BlockFormProps<'spacer'>) {
  const say = useSay()
  return (
    <NativeSelect
      label={say(words.height)}
      value={block.height}
      onChange={event => set({ ...block, height: Number(event.currentTarget.value) })}
      data={heightsWith(block.height).map(String)}
      error={faultOn(fault, 'height')}
      maw={160}
    />
  )
}

const heights = [8, 16, 24, 32, 48, 64, 96, 120]
const heightsWith = (height: number): readonly number[] =>
  heights.includes(height) ? heights : [...heights, height].sort((a, b) => a - b)

function ProductForm({ block, set, fault }: BlockFormProps<'product'>) {
  const say = useSay()
  const put = (name: 'image' | 'text' | 'price' | 'href' | 'button') => ({
    value: block[name] ?? '',
    set: (value: string) => set(without(block, name, value)),
    error: faultOn(fault, name),
  })
  return (
    <>
      <Line
        label={say(words.title)}
        value={block.title}
        set={title => set({ ...block, title })}
        error={faultOn(fault, 'title')}
      />
      <Line label={say(words.about)} {...put('text')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Line label={say(words.price)} {...put('price')} />
        <Address label={say(words.image)} {...put('image')} />
        <Address label={say(words.href)} {...put('href')} />
        <Line label={say(words.button)} {...put('button')} />
      </SimpleGrid>
      <div>
        <ChoosePicture choose={({ url }) => set({ ...block, image: url })} />
      </div>
    </>
  )
}

const CodeForm = () => <p className="dim">{useSay()(words.codeAbout)}</p>

function HtmlForm({ block, set, fault }: BlockFormProps<'html'>) {
  const say = useSay()
  return (
    <Source
      label={say(words.html)}
      description={say(words.htmlAbout)}
      value={block.html}
      set={html => set({ ...block, html })}
      error={faultOn(fault, 'html')}
    />
  )
}

const FooterForm = () => <p className="dim">{useSay()(words.footerAbout)}</p>

type Simple = Exclude<BlockType, 'columns' | 'divider'>

const forms: { readonly [T in Simple]: ComponentType<BlockFormProps<T>> } = {
  heading: HeadingForm,
  text: TextForm,
  image: ImageForm,
  button: ButtonForm,
  spacer: SpacerForm,
  social: SocialForm,
  product: ProductForm,
  code: CodeForm,
  html: HtmlForm,
  footer: FooterForm,
}

/** The form of a block that holds no others. */
export function SimpleForm({ block, ...rest }: BlockFormProps<Exclude<BlockType, 'columns'>>) {
  if (block.type === 'divider') return null
  const Form = forms[block.type] as ComponentType<BlockFormProps<Simple>>
  return <Form block={block} {...rest} />
}
