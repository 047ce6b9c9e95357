/**
 * A document that shares no names with the one that ships: its path, members, statuses and schemas differ. For tests.
 */
export const bookings = `openapi: 3.0.3
info: { title: Hotel, version: "2" }
paths:
  /v1/bookings:
    post:
      security: [{ key: [] }]
      x-conformance:
        label: { member: guest, source: The guest }
        returned: [{ member: guest, source: The guest }, { member: room, source: The room }]
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/AskForRoom" }
      responses:
        "201": { description: Booked, content: { application/json: { schema: { $ref: "#/components/schemas/Booking" } } } }
        "400": { description: Wrong, content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } } }
        "415": { description: No }
        "422": { description: Wrong, content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    AskForRoom: { type: object, required: [guest, room], properties: { guest: { type: string }, room: { type: string } } }
    Booking: { type: object, required: [number], properties: { number: { type: string }, guest: { type: string }, room: { type: string } } }
    Problem: { type: object, required: [title], properties: { title: { type: string } } }
`;
