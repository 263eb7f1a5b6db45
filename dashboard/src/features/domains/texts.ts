/** Sending domains. */
import type { Text } from '../../ui/words.tsx'

export const domains = {
  title: { en: 'Domains', pt: 'Domínios' },
  about: {
    en: 'The names your mail is sent from. A domain must be verified before it sends to real people.',
    pt: 'Os nomes de onde saem seus e-mails. Um domínio precisa ser verificado antes de enviar a pessoas reais.',
  },
  add: { en: 'Add domain', pt: 'Adicionar domínio' },
  name: { en: 'Domain', pt: 'Domínio' },
  nameAbout: {
    en: 'Exactly the part behind the @ of your sender addresses.',
    pt: 'Exatamente a parte depois do @ dos seus remetentes.',
  },
  token: { en: 'Cloudflare API token (optional)', pt: 'Token da API da Cloudflare (opcional)' },
  tokenAbout: {
    en: 'Creates the records for you. Used once, never stored. It needs the right to edit DNS of the zone.',
    pt: 'Cria os registros por você. Usado uma vez, nunca guardado. Precisa de permissão para editar o DNS da zona.',
  },
  none: { en: 'No domains yet', pt: 'Nenhum domínio ainda' },
  noneAbout: {
    en: 'Add one, publish its records, and go live. Test mode needs none.',
    pt: 'Adicione um, publique os registros e entre em produção. O modo de teste não precisa.',
  },
  verifiedAt: { en: 'Verified', pt: 'Verificado em' },
  verify: { en: 'Look up DNS', pt: 'Consultar o DNS' },
  looked: {
    en: 'DNS looked up just now: {n} of {all} records found.',
    pt: 'DNS consultado agora: {n} de {all} registros encontrados.',
  },
  records: { en: 'DNS records', pt: 'Registros de DNS' },
  recordsAbout: {
    en: 'Publish these where the DNS of the domain is kept, then look DNS up. Names are in full: where your provider appends the domain by itself, leave that part out.',
    pt: 'Publique-os onde fica o DNS do domínio e depois consulte o DNS. Os nomes estão completos: se o seu provedor acrescenta o domínio sozinho, deixe essa parte de fora.',
  },
  purpose: { en: 'Record', pt: 'Registro' },
  changeTo: { en: 'Change the record that is there to', pt: 'Altere o registro existente para' },
  copyAll: { en: 'Copy all', pt: 'Copiar tudo' },
  zoneFile: { en: 'Zone file', pt: 'Arquivo de zona' },
  zoneHead: {
    en: 'DNS records of {name}, as a zone file (BIND)',
    pt: 'Registros de DNS de {name}, como arquivo de zona (BIND)',
  },
  zoneFound: { en: 'Already there:', pt: 'Já existe:' },
  zoneDiffers: {
    en: 'Something else is there. Change it to this, do not add a second one:',
    pt: 'Há outra coisa lá. Altere para isto, sem criar um segundo registro:',
  },
  type: { en: 'Type', pt: 'Tipo' },
  recordName: { en: 'Name', pt: 'Nome' },
  value: { en: 'Value', pt: 'Valor' },
  priority: { en: 'Priority', pt: 'Prioridade' },
  ttl: { en: 'TTL', pt: 'TTL' },
  found: { en: 'Found in DNS instead', pt: 'Em vez disso, há no DNS' },
  required: { en: 'Required', pt: 'Obrigatório' },
  recommended: { en: 'Recommended', pt: 'Recomendado' },
  automatic: { en: 'Automatic records', pt: 'Registros automáticos' },
  write: { en: 'Create the records', pt: 'Criar os registros' },
  written: { en: 'The records are created.', pt: 'Os registros foram criados.' },
  claim: { en: 'Claim this domain', pt: 'Reivindicar este domínio' },
  claimAbout: {
    en: 'If it is yours and somebody else only registered it, prove it by one DNS record.',
    pt: 'Se ele é seu e alguém apenas o registrou, prove com um registro de DNS.',
  },
  claimed: {
    en: 'Publish this record, then verify: the other registration is removed.',
    pt: 'Publique este registro e verifique: o outro cadastro será removido.',
  },
  verifyClaim: { en: 'Verify claim', pt: 'Verificar reivindicação' },
  removeAbout: {
    en: 'Live mail from {name} is refused from then on.',
    pt: 'A partir daí, e-mails de produção de {name} serão recusados.',
  },
  dkim: { en: 'Signature (DKIM)', pt: 'Assinatura (DKIM)' },
  return_path: { en: 'Return-Path', pt: 'Return-Path' },
  spf: { en: 'Allowed senders (SPF)', pt: 'Remetentes permitidos (SPF)' },
  dmarc: { en: 'Policy (DMARC)', pt: 'Política (DMARC)' },
  tracking: { en: 'Tracking links', pt: 'Links de rastreamento' },
  claimRecord: { en: 'Proof of ownership', pt: 'Prova de propriedade' },
} satisfies Record<string, Text>
