// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/start_page.h"

#include "app/gui/panels.h"

#include <QCommandLinkButton>
#include <QDir>
#include <QFileInfo>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace nestwright::gui {

std::vector<Sample> samples() {
    // One picture takes less time than its kernel launches on a large accelerator: nothing else would be seen.
    Bindings pictures;
    pictures.batch = 64;
    Bindings decode;
    decode.phase = "decode";
    decode.batch = 1;
    decode.past = 4095;
    return {{QStringLiteral("resnet50"), StartPage::tr("ResNet-50, 64 pictures"),
             StartPage::tr("Image classification in a batch: convolutions that keep the lanes busy, between layers "
                           "that wait for memory"),
             pictures},
            {QStringLiteral("llama3-8b"), StartPage::tr("Llama 3 8B, one decode step"),
             StartPage::tr("A language model after 4,095 tokens: reads every weight for one token"), decode},
            {QStringLiteral("bert-base"),
             StartPage::tr("BERT base"),
             StartPage::tr("A text encoder: matrix products, attention and normalization"),
             {}}};
}

StartPage::StartPage(QWidget* parent)
    : QWidget(parent) {
    setObjectName(QStringLiteral("startPage"));
    auto* outer = new QHBoxLayout(this);
    outer->addStretch(1);
    auto* content = new QWidget(this);
    content->setMaximumWidth(960);
    auto* column = new QVBoxLayout(content);
    column->setSpacing(8);
    outer->addWidget(content, 16);
    outer->addStretch(1);

    column->addStretch(1);
    auto* heading = new QLabel(tr("Nestwright"), this);
    auto font = heading->font();
    font.setPointSizeF(font.pointSizeF() * 2.2);
    font.setBold(true);
    heading->setFont(font);
    column->addWidget(heading);
    auto* text = makeText(QStringLiteral("startText"), this);
    text->setText(tr("Which path consumes a model's time and energy first, and what proves it?"));
    text->setProperty("isMuted", true);
    column->addWidget(text);
    column->addSpacing(16);

    auto* open = new QPushButton(tr("&Open a model..."), this);
    open->setObjectName(QStringLiteral("startOpen"));
    open->setToolTip(tr("An ONNX file or the config.json of a Hugging Face model"));
    open->setDefault(true);
    open->setMinimumSize(open->sizeHint().width() + 32, 36);
    connect(open, &QPushButton::clicked, this, &StartPage::openWanted);
    column->addWidget(open, 0, Qt::AlignLeft);
    column->addSpacing(8);
    addSamples(column);

    m_recentCaption = makeCaption(tr("Recent"), this);
    column->addWidget(m_recentCaption);
    m_recent = new QVBoxLayout;
    m_recent->setSpacing(0);
    column->addLayout(m_recent);

    auto* drop = new QFrame(this);
    drop->setProperty("isPanel", true);
    drop->setObjectName(QStringLiteral("dropArea"));
    auto* dropColumn = new QVBoxLayout(drop);
    auto* dropText = new QLabel(QStringLiteral("\u21e9  ") + tr("or drop a file anywhere on this window"), drop);
    dropText->setAlignment(Qt::AlignCenter);
    dropText->setProperty("isMuted", true);
    dropText->setMinimumHeight(56);
    dropColumn->addWidget(dropText);
    column->addSpacing(16);
    column->addWidget(drop);
    column->addStretch(2);
    setRecentFiles({});
}

void StartPage::addSamples(QVBoxLayout* column) {
    column->addWidget(makeCaption(tr("Samples"), this));
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    for (const auto& sample : samples()) {
        auto* button = new QCommandLinkButton(sample.title, sample.text, this);
        button->setObjectName(QStringLiteral("sample_") + sample.id);
        button->setAccessibleName(tr("Open the sample %1").arg(sample.title));
        button->setToolTip(tr("Opens a model that ships with the program"));
        button->setIcon({});
        connect(button, &QPushButton::clicked, this, [this, sample] { emit sampleWanted(sample); });
        button->setMinimumWidth(160);
        QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        policy.setHeightForWidth(true);
        button->setSizePolicy(policy);
        row->addWidget(button, 1);
    }
    column->addLayout(row);
}

void StartPage::setRecentFiles(const QStringList& paths) {
    while (auto* item = m_recent->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_recentCaption->setVisible(!paths.isEmpty());
    for (const auto& path : paths) {
        const auto text = QStringLiteral("%1  \u2014  %2")
                              .arg(QFileInfo(path).fileName(), QDir::toNativeSeparators(QFileInfo(path).path()));
        auto* button = new QPushButton(text, this);
        button->setFlat(true);
        button->setStyleSheet(QStringLiteral("text-align: left; padding: 4px;"));
        button->setToolTip(path);
        connect(button, &QPushButton::clicked, this, [this, path] { emit fileWanted(path); });
        m_recent->addWidget(button);
    }
}

} // namespace nestwright::gui
