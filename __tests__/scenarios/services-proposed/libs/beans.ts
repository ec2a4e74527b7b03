import express from 'express';

const app = express();
app.get('/beans', (_request, response) => {
  response.json({ bean: 'arabica' });
});
