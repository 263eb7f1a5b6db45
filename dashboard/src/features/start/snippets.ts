/** The first call in five languages, ready to paste: nothing to install but the language itself. */
export const snippetLanguages = ['curl', 'Node', 'Python', 'Go', 'PHP'] as const
type SnippetLanguage = (typeof snippetLanguages)[number]

interface Example {
  readonly base: string
  readonly key: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

export function snippet(language: SnippetLanguage, example: Example): string {
  switch (language) {
    case 'curl':
      return curl(example)
    case 'Node':
      return node(example)
    case 'Python':
      return python(example)
    case 'Go':
      return go(example)
    case 'PHP':
      return php(example)
  }
}

const from = 'Malote <hello@example.com>'

const json = ({ to, subject, text }: Example): string =>
  JSON.stringify({ from, to: [to], subject, text }, null, 2)

/** A quote inside single quotes of a shell closes, adds and opens again. */
const forShell = (text: string): string => text.replaceAll("'", `'\\''`)

const curl = (example: Example): string => `curl ${example.base}/v1/emails \\
  -H 'Authorization: Bearer ${example.key}' \\
  -H 'Content-Type: application/json' \\
  -d '${forShell(json(example))}'`

const node = (example: Example): string => `// node first.mjs
const answer = await fetch('${example.base}/v1/emails', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${example.key}',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${json(example).replaceAll('\n', '\n  ')}),
})
console.log(await answer.json())`

const python = (example: Example): string => `# python3 first.py
import json, urllib.request

request = urllib.request.Request(
    "${example.base}/v1/emails",
    data=json.dumps(${json(example).replaceAll('\n', '\n    ')}).encode(),
    headers={
        "Authorization": "Bearer ${example.key}",
        "Content-Type": "application/json",
    },
)
print(urllib.request.urlopen(request).read().decode())`

const go = (example: Example): string => `// go run first.go
package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

func main() {
	body := strings.NewReader(\`${json(example).replaceAll('`', "'")}\`)
	request, _ := http.NewRequest("POST", "${example.base}/v1/emails", body)
	request.Header.Set("Authorization", "Bearer ${example.key}")
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	fmt.Println(string(text))
}`

const php = (example: Example): string => `<?php // php first.php
echo file_get_contents('${example.base}/v1/emails', false, stream_context_create(['http' => [
    'method' => 'POST',
    'ignore_errors' => true,
    'header' => [
        'Authorization: Bearer ${example.key}',
        'Content-Type: application/json',
    ],
    'content' => <<<'JSON'
${json(example)}
JSON,
]]));`
