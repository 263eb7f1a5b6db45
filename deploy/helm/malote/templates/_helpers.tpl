{{- define "malote.labels" -}}
app.kubernetes.io/name: malote
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "malote.selector" -}}
app.kubernetes.io/name: malote
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "malote.secret" -}}
{{ default .Release.Name .Values.existingSecret }}
{{- end }}

{{- define "malote.database" -}}
{{- with .Values.externalDatabase -}}
{{- if .url -}}
{{ .url }}
{{- else -}}
postgres://{{ .user | urlquery }}:{{ .password | urlquery }}@{{ required "externalDatabase.host, externalDatabase.url or existingSecret is needed" .host }}:{{ .port }}/{{ .database }}?sslmode={{ .sslmode }}
{{- end -}}
{{- end -}}
{{- end }}
