/** What each kind of block asks; `block-list.tsx` arranges them. */
import { Checkbox, Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { type ComponentType, Suspense } from 'react'
import type { Picture } from '../../api/shapes.ts'
import { lazyPart } from '../../app/lazy-page.ts'
import { Waiting } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { ChoosePicture } from '../files/choose-picture.tsx'
import type { BlockOf, BlockType, Fault } from './design.ts'
import { Address, AlignChoice, Choice, Line, Source } from './fields.tsx'
import { SocialForm } from './social-form.tsx'
import { blockNames, blockTexts as words } from './texts.ts'

const RichText = lazyPart(() => import('./rich-text.tsx'), 'RichText')

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

function HeadingForm({ block, set, fault }: BlockFormProps<'heading'>) {
  const say = useSay()
  return (
    <>
      <Line
        label={say(words.text)}
        value={block.text}
        set={text => set({ ...block, text })}
        error={faultOn(fault, 'text')}
      />
      <Group gap="md">
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
      </Group>
    </>
  )
}

function TextForm({ block, set, fault }: BlockFormProps<'text'>) {
  const say = useSay()
  return (
    <>
      <Suspense fallback={<Waiting lines={2} />}>
        <RichText
          label={say(blockNames.text)}
          html={block.html}
          set={html => set({ ...block, html })}
          error={faultOn(fault, 'html')}
        />
      </Suspense>
      <AlignChoice value={block.align} set={align => set({ ...block, align })} />
    </>
  )
}

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
      <div>
        <ChoosePicture choose={picture => set(shownBy(block, picture))} />
      </div>
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

/** Usual letters are so wide; a smaller picture is not to be blown up. */
const letterWidth = 600

/** What was said of it before stays. */
function shownBy(block: BlockOf<'image'>, { url, alt, width }: Picture): BlockOf<'image'> {
  const own = block.width === undefined && width < letterWidth ? { width } : {}
  return { ...block, ...own, src: url, alt: block.alt || alt }
}

const numberOf = (text: string): number | undefined => {
  const digits = text.replace(/\D/g, '').slice(0, 5)
  return digits === '' ? undefined : Number(digits)
}

function ButtonForm({ block, set, fault }: BlockFormProps<'button'>) {
  const say = useSay()
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Line
          label={say(words.text)}
          value={block.text}
          set={text => set({ ...block, text })}
          error={faultOn(fault, 'text')}
        />
        <Address
          label={say(words.href)}
          value={block.href}
          set={href => set({ ...block, href })}
          error={faultOn(fault, 'href')}
        />
      </SimpleGrid>
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

function CodeForm({ block, set, fault }: BlockFormProps<'code'>) {
  const say = useSay()
  return (
    <Line
      label={say(words.code)}
      description={say(words.codeAbout)}
      value={block.text}
      set={text => set({ ...block, text })}
      error={faultOn(fault, 'text')}
    />
  )
}

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

function FooterForm({ block, set, fault }: BlockFormProps<'footer'>) {
  const say = useSay()
  return (
    <Line
      label={say(words.footer)}
      description={say(words.footerAbout)}
      value={block.text ?? ''}
      set={text => set(without(block, 'text', text))}
      error={faultOn(fault, 'text')}
    />
  )
}

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
