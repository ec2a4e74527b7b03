const express = require('express');
const notes = require('./notes');

const app = express();
app.use('/internal', notes);
app.listen(3000);
