/**
 * The words by which a letter shows what it is: a notice that a message was not delivered, one that
 * it is still being tried, an answer of somebody who is away. In the languages in which mail systems
 * write; the form of the phrases is that of the replies' rules (protocol/replies/phrases.ts).
 */
import { holds, type Phrase, phrase, plainWords } from '#protocol/replies/phrases.ts'
import { any } from '#protocol/replies/rule.ts'

interface Wordings {
  readonly phrases: readonly Phrase[]
  /** Scripts without blanks between words: looked for as they stand. */
  readonly raw: readonly string[]
}

const wordings = (phrases: string, raw = ''): Wordings => ({
  phrases: any(phrases).map(phrase),
  raw: raw === '' ? [] : any(raw),
})

export const undelivered = wordings(
  `
  undeliverable, undelivered, undeliverable|returned mail|message|email, returned to sender,
  mail|message|email delivery error|problem|report|subsystem, failure notice, nondelivery,
  delivery status? notification|report, delivery has? failed|failure|unsuccessful|error,
  failed … delivery|deliver, failure|problem delivering|delivery, delivery … failed|failure,
  not|couldnt|cannot|cant|wasnt|isnt be|been? delivered, was|were not delivered,
  unable to deliver, could|can|did|does not be? deliver|delivered|reach, couldnt|cant deliver,
  not be? sent, trouble delivering, did not reach|receive, not able to deliver, returned mail, mail|message bounced|returned, message not delivered,
  empfanger … nicht erreicht, nicht erreicht, nicht zugestellt, nicht … zugestellt|zustellbar|ausgeliefert, unzustellbar*, unzustellbare,
  zustellung … fehlgeschlagen|gescheitert|nicht, zustellfehler, konnte … nicht … werden,
  non remis|remise|distribue|distribuable|delivre, pas … pu? ete? remis|distribue|delivre|livre,
  echec de|dans remise|la|distribution, na pas|pu … remis|delivre|distribue|livre|envoye,
  no llego|ha llegado, no entregado|entregada|entregable, no se? ha? pudo|podido|puede … entregar|entregarse,
  no … entregado|entregar|entregarse, error|fallo … entrega, devuelto|devolucion,
  non ha? raggiunto, non recapitato|recapitata|recapitabile|consegnato|consegnata|consegnabile,
  non … consegnare|recapitare|consegnato|recapitato, mancata consegna|recapito, errore … consegna,
  nao entregue, nao foi|pode|pudemos|possivel … entregue|entregar, nao … entregue|entregar,
  falha|erro|problema na|no|de entrega|envio, devolvida|devolvido … mensagem|remetente,
  niet … bezorgd|afgeleverd|bezorgen|afleveren, onbestelbaar,
  nie … dostarczona|dostarczono|dostarczyc, niedostarczona,
  kunde inte … levereras|leverera, kunne ikke … leveres|levere
  `,
  `配信できません, 配信不能, 配信エラー, 送信できません, 届きません, お届けできません, 配送できません,
  送達できません, 送信エラー, 配信されません, 退信, 无法投递, 投递失败, 未能送达, 無法傳遞, 전달하지 못했,
  반송, не доставлено, не удалось доставить, недоставлен, не может быть доставлено`,
)

export const delayed = wordings(
  `
  delayed, delay, warning, still being retried, not yet delivered|been, verzogert, verzogerung,
  retarde, retard, differe, retrasado, retraso, demorado, ritardo, ritardata, atrasada, atraso,
  vertraagd, vertraging
  `,
  '遅延, 遅れて',
)

/** What a notice of a delay says besides: nothing has to be done yet. */
export const tries = wordings(
  `
  warning message only, will be? retry|retried|retries, will continue|keep … try*|deliver, do not need to resend,
  still … trying|try, will try again, being retried, wird … versucht, sera … tentative|essaye,
  se seguira|seguiremos … intentando, tentera|tentero ancora, continuara|tentara … entregar
  `,
  '再送, 再試行',
)

/** A notice of the other kind: it arrived, was handed on, was read. */
export const succeeded = wordings(
  `
  success, successful, successfully, been delivered|relayed, was delivered|relayed, sucesso, exito,
  erfolgreich, succes, successo, delivery|read receipt
  `,
  '配信済, 開封',
)

export const absent = wordings(
  `
  vacation, out of the? office, away from, automatic reply, autoreply, auto reply|response,
  abwesend, abwesenheit*, automatische antwort, absence, reponse automatique, fuera de la? oficina,
  respuesta automatica, fuori sede|ufficio, risposta automatica, ausente, ausencia, ferias,
  resposta automatica, afwezig*
  `,
  '不在, 自動返信, 自動応答',
)

/** Whether a text holds one of the wordings. */
export function says(text: string, wanted: Wordings): boolean {
  const words = plainWords(text)
  const lower = text.toLowerCase()
  return (
    wanted.phrases.some(one => holds(words, one)) || wanted.raw.some(one => lower.includes(one))
  )
}
